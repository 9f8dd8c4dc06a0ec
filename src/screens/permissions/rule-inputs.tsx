/** Subject and action of a rule, chosen among those there are, by title or by name. */
import { ChoiceControl } from '../../../engine/ui/controls/choice-control.tsx';
import { TextControl } from '../../../engine/ui/controls/text-control.tsx';
import type { TextFieldProps } from '../../../engine/ui/form/field-control-context.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { usePermissionCatalogueQuery } from './permissions-api.ts';
import type { RuleOption } from './rule-options.ts';
import { actionOptions, subjectOptions, withStored } from './rule-options.ts';

/** What is stored and no longer there can be seen and changed, and not be chosen anew. */
const RuleInput = ({ options, ...props }: TextFieldProps & { readonly options: readonly RuleOption[] | undefined }) => {
  const texts = useTexts();
  // Who may not see the catalogue types a name, which the server knows or refuses.
  if (options === undefined) return <TextControl {...props} />;
  const shown = withStored(options, props.value, (name) => texts('permissions.void', { name }));
  // Made anew with the catalogue: what it begins to say is the label of the value.
  return <ChoiceControl key={options.length} {...props} options={shown} />;
};

export const RuleSubject = (props: TextFieldProps) => {
  const texts = useTexts();
  const { data } = usePermissionCatalogueQuery();
  const words = { everything: texts('permissions.everything'), reports: texts('permissions.reports') };
  return <RuleInput {...props} options={data && subjectOptions(data, words)} />;
};

export const RuleAction = (props: TextFieldProps) => {
  const texts = useTexts();
  const { data } = usePermissionCatalogueQuery();
  const titleOf = (action: string): string => texts(`permissions.action.${action}`);
  return <RuleInput {...props} options={data && actionOptions(data, titleOf, texts('permissions.action.rep'))} />;
};
