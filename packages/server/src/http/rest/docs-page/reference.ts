import { permissions, roles, scopes } from '@octavo/contract/access'
import { errorCodes } from '@octavo/contract/errors'
import type { FieldSettings, FieldType } from '@octavo/contract/fields/field-type'
import { fieldTypes } from '@octavo/contract/fields/registry'
import { shownOptions } from '@octavo/contract/fields/shown-options'
import type { z } from 'zod'
import type { JsonSchema } from '../openapi/model.ts'
import { SchemaCollector } from '../openapi/schemas.ts'
import { type Content, type Html, html } from '../../../platform/html.ts'
import { inline } from './markdown.ts'
import { member } from './operation.ts'
import { onOneLine } from './types.ts'

/** Reference tables that all operations share, generated from the definitions that the service uses. */

/** Roles, scopes and permissions. */
export function rights(): Html {
  const nameOf = (role: number): string =>
    Object.entries(roles).find(([, value]) => value === role)?.[0] ?? ''
  return html`<section id="rights" aria-labelledby="rights-title">
    <h2 id="rights-title">Rights</h2>
    <p>
      Each operation below names the permission that it needs at least. It can need another one for items of
      other people and for published items, as the names of the permissions say.
    </p>
    <h3>Roles</h3>
    <p>${Object.entries(roles).map(roleName)}. Each role includes the rights of those before it.</p>
    <h3>Scopes</h3>
    <dl>${Object.entries(scopes).map(([name, meaning]) => entry(html`<code>${name}</code>`, meaning))}</dl>
    <h3>Permissions</h3>
    <dl>
      ${Object.entries(permissions).map(([name, { role, scope }]) =>
        entry(
          html`<code>${name}</code>`,
          html`role ${role} (${nameOf(role)}),
          ${scope === null ? 'a browser session' : html`scope <code>${scope}</code>`}`,
        ),
      )}
    </dl>
  </section> `
}

function roleName([name, value]: [string, number], index: number): Content {
  return [index === 0 ? '' : ', ', html`<strong>${value}</strong> ${name}`]
}

/** Every error code with its status and meaning. */
export function errors(): Html {
  return html`<section id="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    <dl>
      ${Object.entries(errorCodes).map(
        ([code, { status, meaning }]) =>
          html`<div id="${code}">
            <dt><em>${status}</em> <code>${code}</code></dt>
            <dd>${meaning}</dd>
          </div>`,
      )}
    </dl>
  </section> `
}

/** The field types, their stored forms and their settings. */
export function fields(): Html {
  return html`<section id="field-types" aria-labelledby="field-types-title">
    <h2 id="field-types-title">Field types</h2>
    <p>
      The values of <code>type</code> of a field, with the <code>validation</code> and the
      <code>options</code> that each takes. <code>null</code> stands for no value in all of them.
    </p>
    <p>How forms show a field is in <code>options</code> of every type:</p>
    <dl>${membersOf('options', shownOptions)}</dl>
    ${Object.values(fieldTypes).map(fieldType)}
  </section> `
}

function fieldType(type: FieldType): Html {
  const settings = { validation: type.validation, options: type.options }
  const members = Object.entries(settings).flatMap(([place, schema]) => membersOf(place, schema))
  const { widerTypes } = type
  const wider = widerTypes.length === 0 ? '' : `Can become ${widerTypes.join(' or ')} later.`
  return html`<article id="field-${type.name}" aria-labelledby="field-${type.name}-title">
    <h3 id="field-${type.name}-title">
      <a href="#field-${type.name}"><code>${type.name}</code></a>
    </h3>
    <p>${inline(type.summary)} Column: ${type.column}. ${wider}</p>
    ${members.length === 0 ? '' : html`<dl>${members}</dl>`}
    <pre><code>${onOneLine(type.example(minimalSettings))}</code></pre>
  </article> `
}

/** the minimal settings that every field type accepts, for the examples */
const minimalSettings: FieldSettings = {
  slug: 'example',
  required: false,
  validation: { options: ['red', 'green'] },
  options: { collection: 'posts' },
}

function membersOf(place: string, schema: z.ZodObject): Html[] {
  const { properties = {}, required = [] } = new SchemaCollector().convert(schema, 'input')
  return Object.entries(properties).map(([name, setting]) =>
    member({
      name: `${place}.${name}`,
      required: required.includes(name),
      schema: setting as JsonSchema,
    }),
  )
}

/** The named schemas used in responses. */
export function objects(schemas: Readonly<Record<string, JsonSchema>>): Html {
  return html`<section id="objects" aria-labelledby="objects-title">
    <h2 id="objects-title">Objects</h2>
    ${Object.entries(schemas).map(
      ([name, { properties = {}, required = [] }]) =>
        html`<article id="${name}" aria-labelledby="${name}-title">
          <h3 id="${name}-title"><a href="#${name}">${name}</a></h3>
          <dl>
            ${Object.entries(properties).map(([key, schema]) =>
              member({
                name: required.includes(key) ? key : `${key}?`,
                required: false,
                schema: schema as JsonSchema,
              }),
            )}
          </dl>
        </article> `,
    )}
  </section> `
}

function entry(term: Content, meaning: Content): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${meaning}</dd>
  </div> `
}
