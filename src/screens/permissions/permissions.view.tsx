import { Button, Menu, SegmentedControl, Select, Tabs, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Copy, KeyRound, Search, TriangleAlert, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ScreenViewProps } from '../../../engine/screens/contract.ts';
import { EmptyState } from '../../../engine/ui/controls/empty-state.tsx';
import { filterOptions } from '../../../engine/ui/controls/fits-search.ts';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { formatCount, useTexts } from '../../../engine/ui/runtime/texts.ts';
import { sizes } from '../../../engine/ui/theme/tokens.ts';
import { ChangeReview } from './change-review.tsx';
import { MatrixGrid } from './matrix-grid.tsx';
import classes from './permissions.module.css';
import { StaleRights } from './stale-rights.tsx';
import type { Permissions } from './use-permissions.ts';
import { usePermissions } from './use-permissions.ts';

const shown = ['all', 'granted', 'changed'] as const;

/** Of which group, and what is looked for in it. */
const FilterBar = ({ screen }: { readonly screen: Permissions }) => {
  const texts = useTexts();
  const { filter, setFilter, group, groups } = screen;
  return (
    <search className={classes.filters} aria-label={texts('permissions.search')}>
      <Select
        className={classes.group ?? ''}
        aria-label={texts('permissions.group')}
        leftSection={<UsersRound size={15} />}
        data={groups.map(({ id, name, active }) => ({
          value: String(id),
          label: active ? name : texts('permissions.group.inactive', { name }),
        }))}
        value={group === undefined ? null : String(group.id)}
        onChange={(id) => id !== null && screen.setGroup(Number(id))}
        searchable
        allowDeselect={false}
        filter={filterOptions}
        nothingFoundMessage={texts('control.relation.done')}
        disabled={screen.changed > 0}
        title={screen.changed > 0 ? texts('permissions.group.held') : undefined}
      />
      <TextInput
        type="search"
        className={classes.text ?? ''}
        aria-label={texts(`permissions.text.${screen.tab}`)}
        placeholder={texts(`permissions.text.${screen.tab}`)}
        leftSection={<Search size={14} />}
        value={filter.text}
        onChange={(event) => setFilter({ text: event.currentTarget.value })}
      />
      <Select
        className={classes.module ?? ''}
        aria-label={texts('permissions.module')}
        placeholder={texts('permissions.module.all')}
        data={screen.modules.map(({ name, title }) => ({ value: name, label: title }))}
        value={filter.module}
        onChange={(module) => setFilter({ module })}
        clearable
        searchable
        filter={filterOptions}
      />
      <SegmentedControl
        size="xs"
        aria-label={texts('permissions.shown')}
        data={shown.map((value) => ({ value, label: texts(`permissions.shown.${screen.tab}.${value}`) }))}
        value={filter.shown}
        onChange={(value) => setFilter({ shown: shown.find((one) => one === value) ?? 'all' })}
      />
    </search>
  );
};

const Actions = ({ screen }: { readonly screen: Permissions }) => {
  const texts = useTexts();
  const [stale, setStale] = useState(false);
  const others = screen.groups.filter(({ id }) => id !== screen.group?.id);
  return (
    <div className={classes.actions}>
      {screen.stale.length > 0 && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<TriangleAlert size={15} className={classes.warning} />}
          onClick={() => setStale(true)}
        >
          {texts.count('permissions.stale', screen.stale.length)}
        </Button>
      )}
      {screen.editable && others.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="compact-md" variant="default" leftSection={<Copy size={15} />}>
              {texts('permissions.copy')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.menu ?? ''}>
            {others.map(({ id, name }) => (
              <Menu.Item key={id} onClick={() => void screen.copyFrom(id)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {screen.changed > 0 && (
        <Button size="compact-md" variant="default" onClick={screen.discard}>
          {texts('permissions.discard')}
        </Button>
      )}
      {screen.editable && (
        <Button size="compact-md" disabled={screen.changed === 0} onClick={() => screen.setReviewing(true)}>
          {screen.changed === 0
            ? texts('permissions.review')
            : texts('permissions.review.count', { count: formatCount(screen.changed) })}
        </Button>
      )}
      {stale && <StaleRights rights={screen.stale} onOpen={screen.setGroup} onClose={() => setStale(false)} />}
    </div>
  );
};

/** What the groups may do: actions on subjects, and levels of single fields. */
const PermissionsView = ({ entry }: ScreenViewProps) => {
  const texts = useTexts();
  const screen = usePermissions();
  const phone =
    useMediaQuery(`(max-width: ${sizes.phone - 1}px)`, undefined, { getInitialValueInEffect: false }) === true;
  const { rules, fields, tab } = screen;
  const empty = screen.loaded && (tab === 'actions' ? rules : fields).rows.length === 0;
  if (screen.error !== undefined && !screen.loaded)
    return <EmptyState level={1} icon={KeyRound} title={entry.title} text={failureText(texts, screen.error)} />;
  if (screen.loaded === false && screen.groups.length === 0 && screen.group === undefined)
    return (
      <EmptyState
        level={1}
        icon={UsersRound}
        title={entry.title}
        text={texts('permissions.noGroup')}
        action={
          <Button component={Link} to="/grupos">
            {texts('permissions.toGroups')}
          </Button>
        }
      />
    );
  return (
    <section className={classes.page} aria-label={entry.title}>
      <div className={classes.bar}>
        <h1 className={classes.title}>{entry.title}</h1>
        <Tabs
          value={tab}
          onChange={(value) => screen.setTab(value === 'fields' ? 'fields' : 'actions')}
          className={classes.tabs ?? ''}
        >
          <Tabs.List>
            <Tabs.Tab value="actions">{texts('permissions.tab.actions')}</Tabs.Tab>
            <Tabs.Tab value="fields">{texts('permissions.tab.fields')}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
        <Actions screen={screen} />
      </div>
      <FilterBar screen={screen} />
      {empty ? (
        <EmptyState
          icon={Search}
          title={texts('permissions.nothing')}
          action={
            <Button variant="default" onClick={screen.clearFilter}>
              {texts('permissions.clear')}
            </Button>
          }
        />
      ) : tab === 'actions' ? (
        <MatrixGrid
          key={`actions ${screen.group?.id}`}
          label={texts('permissions.tab.actions')}
          {...rules}
          onToggle={rules.toggle}
          cellName={(row, column) => texts('permissions.cell', { action: column.title, subject: row.title })}
          phone={phone}
        />
      ) : (
        <MatrixGrid
          key={`fields ${screen.group?.id}`}
          label={texts('permissions.tab.fields')}
          {...fields}
          onToggle={fields.toggle}
          cellName={(row, column) => texts('permissions.cell', { action: column.title, subject: row.title })}
          exclusive
          phone={phone}
        />
      )}
      {screen.reviewing && <ChangeReview screen={screen} />}
    </section>
  );
};

export default PermissionsView;
