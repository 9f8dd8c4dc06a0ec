import type { RelationTarget, ScreenModel } from '../../contract/screen-model.ts';
import { RelationControl } from '../controls/relation-control.tsx';
import { ScreenContext } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useProvider } from '../runtime/use-provider.ts';
import classes from './provider-selector.module.css';

const Selector = ({ model, target }: { readonly model: ScreenModel; readonly target: RelationTarget }) => {
  const texts = useTexts();
  const { value, missing, touch, choose } = useProvider(model);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the control inside is what is noticed
    <div className={classes.selector} onBlur={touch}>
      <label htmlFor="fi-provider" className={classes.label}>
        {texts('provider.label')}
      </label>
      <RelationControl
        id="fi-provider"
        target={target}
        value={value}
        onChange={choose}
        required
        invalid={missing}
        describedBy={missing ? 'fi-provider-error' : undefined}
      />
      {missing && (
        <p id="fi-provider-error" role="alert" className={classes.error}>
          {texts('provider.missing')}
        </p>
      )}
    </div>
  );
};

/** The provider that the screen works for, in the header; nothing where the screen works for none. */
export const ProviderSelector = ({ model }: { readonly model: ScreenModel }) => {
  const target = model.relations.find(({ column }) => column === model.provider);
  return target === undefined ? null : (
    <ScreenContext value={model}>
      <Selector key={model.screen.path} model={model} target={target} />
    </ScreenContext>
  );
};
