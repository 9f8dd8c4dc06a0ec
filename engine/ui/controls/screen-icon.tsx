import classes from './screen-icon.module.css';

/** The icon that the metadata names, in the colour of the text around it. The build made a file of each (vite.config.ts). */
export const ScreenIcon = ({ name, size = 16 }: { readonly name: string; readonly size?: number }) => (
  <span
    aria-hidden
    className={classes.icon}
    style={{ width: size, height: size, maskImage: `url("${import.meta.env.ICON_FOLDER}/${name}.svg")` }}
  />
);
