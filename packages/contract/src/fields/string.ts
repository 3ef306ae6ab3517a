import { z } from 'zod'
import { limits } from '../limits.ts'
import { brokenCheck } from '../rules.ts'
import { checkTextSettings, type FieldType, textValidation, textValue } from './field-type.ts'
import { stringForms } from './option-names.ts'

/** The checks of the kinds of single-line text. An empty text is valid unless the field is required. */
const forms = {
  url: z.url({ protocol: /^https?$/ }),
  email: z.email(),
  date: z.iso.date(),
  color: z.string().regex(/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i),
} as const satisfies Record<(typeof stringForms)[number], z.ZodType>

export const string: FieldType<'string', 'text'> = {
  name: 'string',
  summary: 'Text on one line.',
  column: 'TEXT',
  widerTypes: ['text'],
  linksBy: 'address',
  comparedAs: 'text',
  searchedIn: 'value',
  encoding: 'text',
  sortsFolded: true,
  namesItems: true,
  mostCharacters: limits.stringValue,
  validation: textValidation,
  options: z.strictObject({
    widget: z.enum(stringForms).optional().meta({
      description:
        'what the text is: `url` (https or http), `email`, `date` (as 2026-01-31) or `color` (as #1a2b3c); any text by default',
    }),
  }),
  checkSettings: checkTextSettings,
  value: (field, environment) => {
    const line = textValue(field, environment).refine(
      (text) => !/[\n\r\u2028\u2029]/.test(text),
      brokenCheck('oneLine'),
    )
    const form = stringForms.find((name) => name === field.options['widget'])
    if (form === undefined) return line
    return line.check(({ value, issues }) => {
      if (value === '' || forms[form].safeParse(value).success) return
      issues.push({ code: 'custom', ...complaints[form], input: value })
    })
  },
  answered: ({ options }) => ({ type: 'string', ...formats[String(options['widget'])] }),
  typescript: () => 'string',
  example: ({ options }) => examples[String(options['widget'])] ?? 'A line of text',
}

const complaints = {
  url: brokenCheck('webAddress'),
  email: brokenCheck('mailAddress'),
  date: brokenCheck('date'),
  color: brokenCheck('color'),
} as const

const formats: Readonly<Record<string, { format: string }>> = {
  url: { format: 'uri' },
  email: { format: 'email' },
  date: { format: 'date' },
}

const examples: Readonly<Record<string, string>> = {
  url: 'https://example.com/page',
  email: 'ana@example.com',
  date: '2026-01-31',
  color: '#1a2b3c',
}
