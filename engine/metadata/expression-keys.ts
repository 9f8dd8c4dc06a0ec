/** The keywords whose values are expressions of `engine/expressions`: of a field, of an array, of a record. */
import Type from 'typebox';

const expression = (description: string) => Type.String({ minLength: 1, maxLength: 1000, description });

const visibleWhen = Type.Optional(
  expression('The field is shown only while this is true. Hidden, it keeps its value and no condition asks for one.'),
);

export const fieldExpressionKeys = {
  'x-visible-when': visibleWhen,
  'x-required-when': Type.Optional(
    expression('The field must have a value while this is true and the field is shown.'),
  ),
  'x-read-only-when': Type.Optional(expression('The value may not be changed in a record for which this is true.')),
  'x-computed': Type.Optional(
    expression(
      'The value, worked out at each write and never given by a caller. It is stored: lists sort and filter by it. Numbers are rounded to the decimal places of the field.',
    ),
  ),
  'x-begins': Type.Optional(
    expression(
      'What a new record, or a new row of a list, has here while nobody says it: `addDays(emissao, 30)`. It reads the record and its rows, a row also `parent`, what relations point at through two relations at most, and `caller()`. The form shows it and lets it follow until somebody writes in the field; every door that makes a record reckons it where the field is absent, as far as the caller may read all that it reads. `null`, and what is there, stays, and no change reckons it anew.',
    ),
  ),
};

export const arrayExpressionKeys = {
  'x-visible-when': visibleWhen,
  'x-read-only-when': Type.Optional(
    expression('No row may be added, changed, moved or removed in a record for which this is true.'),
  ),
};

export const locked = Type.Optional(
  Type.Object(
    {
      when: Type.Optional(
        expression(
          "The record is closed while this is true: `situacao in ['PAGA', 'CANCELADA']`. Default: never by itself.",
        ),
      ),
      with: Type.Optional(
        Type.Array(Type.String(), {
          minItems: 1,
          uniqueItems: true,
          description:
            "Relations of the record: it is closed with what they point at, which has an 'x-locked' of its own. It does not come to a closed one either, nor is it deleted.",
        }),
      ),
      except: Type.Optional(
        Type.Array(Type.String(), {
          minItems: 1,
          uniqueItems: true,
          description: 'The fields and arrays that stay open.',
        }),
      ),
    },
    {
      additionalProperties: false,
      minProperties: 1,
      description:
        'When the whole record is closed to changes: every field and every array of rows, those to come as well. A transition may write all the same.',
    },
  ),
);

const Rule = Type.Object(
  {
    when: Type.Optional(expression('Only while this is true. Default: always.')),
    must: expression('What must hold: a record for which it is false is refused.'),
    message: Type.String({
      minLength: 1,
      description: 'What the person is told, in Portuguese.',
    }),
    fields: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description: 'The fields at which it is told, the first above all. Default: those that `must` reads.',
      }),
    ),
  },
  { additionalProperties: false },
);

const ruleList = (description: string) => Type.Optional(Type.Array(Rule, { minItems: 1, description }));

export const rules = ruleList(
  'What must hold between the fields of a record, and of what its relations point at: `valor <= contrato.limite`.',
);

export const transitionRules = ruleList(
  'What must hold of the record as it becomes, with what was asked for and what is set. Like `when` they read the lists of `linked`.',
);
