import { Circle, CircleCheck, CircleX } from 'lucide-react';
import { useId } from 'react';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { strictRules } from '../../session/password-rules.ts';
import classes from './password.module.css';
import { PasswordField } from './password-field.tsx';
import type { PasswordForm } from './use-password-form.ts';

interface NewPasswordProps<Name extends string> {
  readonly form: PasswordForm<Name | 'senha' | 'senhaConf'>;
  /** undefined: nobody knows yet whose rules hold. */
  readonly strict: boolean | undefined;
  readonly autoFocus?: boolean;
}

/** The new password with its confirmation, and the rules as they are met while one types. */
export const NewPassword = <Name extends string>({ form, strict, autoFocus = false }: NewPasswordProps<Name>) => {
  const texts = useTexts();
  const rules = useId();
  const { senha } = form.values;
  const refused = form.messagesOf('senha').length > 0;
  const listed = strictRules.map(({ fault, met }) => ({ fault, text: texts(`errors.${fault}`), met: met(senha) }));
  return (
    <>
      {/* What follows it belongs to it. */}
      <div className={classes.ruled}>
        <PasswordField
          form={form}
          name="senha"
          label={texts('password.new')}
          autoComplete="new-password"
          autoFocus={autoFocus}
          quiet={strict === true ? listed.map(({ text }) => text) : []}
          {...(strict === true ? { describedBy: rules } : {})}
          description={strict === false ? texts('password.plainRule') : undefined}
        />
        {strict === true && (
          <ul id={rules} className={classes.rules} aria-label={texts('password.rules')}>
            {listed.map(({ fault, text, met }) => {
              const Icon = met ? CircleCheck : refused ? CircleX : Circle;
              return (
                <li key={fault} data-met={met || undefined} data-refused={(refused && !met) || undefined}>
                  <Icon
                    size={14}
                    role="img"
                    aria-label={texts(met ? 'password.rule.met' : 'password.rule.unmet')}
                    aria-hidden={undefined}
                  />
                  {text}
                </li>
              );
            })}
          </ul>
        )}
      </div>
      <PasswordField form={form} name="senhaConf" label={texts('password.conf')} autoComplete="new-password" />
    </>
  );
};
