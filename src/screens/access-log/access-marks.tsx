/** How people know the tables and screens that the records of accesses and of sensitive reads name, before those names. */
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useMenu } from '../../../engine/ui/runtime/use-menu.ts';
import type { Row } from '../../../engine/ui/store/api.ts';
import classes from './access-log.module.css';

interface Props {
  readonly row: Row;
}

/** Of the tables whose changes are noted (session/access-triggers.ts). */
const tables: readonly unknown[] = ['usuario', 'grupo', 'regra', 'usuario_grupo', 'config_permissao'];

export const TableMark = ({ row }: Props) => {
  const texts = useTexts();
  const name = row['entidade'];
  return tables.includes(name) ? <span className={classes.title}>{texts(`accessLog.table.${name}`)} </span> : null;
};

export const ScreenMark = ({ row }: Props) => {
  const menu = useMenu();
  const entry = menu.entryAt(String(row['rota'] ?? ''));
  return entry && <span className={classes.title}>{menu.titled(entry.title)} </span>;
};
