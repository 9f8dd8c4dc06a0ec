import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { getUiOptions } from '@rjsf/utils';
import { attachmentsIn, attachmentTypes, countLimit, sizeLimit, typeLabels } from '../../fields/attachment.ts';
import { later } from '../runtime/later.tsx';
import { useScreenModel } from '../runtime/screen-context.ts';
import { storedFile } from '../runtime/send-file.ts';
import { useCallerHeaders } from '../runtime/use-caller-headers.ts';
import type { FormContext } from './form-context.ts';
import { errorId, helpId } from './form-ids.ts';
import type { FormValues } from './validator.ts';

const AttachmentControl = later(() => import('../controls/attachment-control.tsx'));

/** A list of files to RJSF is an array; here it is one control. */
export const AttachmentField = (props: FieldProps<FormValues, RJSFSchema, FormContext>) => {
  const model = useScreenModel();
  const headersOf = useCallerHeaders();
  const { name, fieldPathId, formData, uiSchema, rawErrors, required, readonly } = props;
  const field = model.entity.fields.find(({ column }) => column === name);
  if (field?.attachment === undefined) return null;
  const id = fieldPathId.$id;
  const url = `/anexos${model.screen.path}`;
  const { stored } = props.registry.formContext;
  const kept = new Set(attachmentsIn(stored?.[field.column]).map((file) => file.id));
  const invalid = (rawErrors?.length ?? 0) > 0;
  const help = getUiOptions(uiSchema)['help'];
  return (
    <AttachmentControl
      id={id}
      label={field.title}
      value={attachmentsIn(formData)}
      required={required}
      readOnly={readonly}
      invalid={invalid}
      describedBy={invalid ? errorId(id) : help === undefined ? undefined : helpId(id)}
      rule={{
        field: field.column,
        url: `${url}/${field.column}`,
        sizeLimit: sizeLimit(field),
        countLimit: countLimit(field),
      }}
      loadStored={(file) =>
        stored !== undefined && kept.has(file.id)
          ? storedFile(`${url}/${stored.id}/${field.column}/${file.id}`, headersOf(url))
          : undefined
      }
      types={typeLabels(field)}
      accept={field.attachment.types.flatMap((type) => attachmentTypes[type].endings.map((one) => `.${one}`)).join()}
    />
  );
};
