// Data of the contract, made while the admin is built (`build/contract-data-plugin.ts`).

/** How REST opens every operation. */
declare module 'virtual:octavo-routes' {
  import type { Routes } from '@octavo/client/routes'

  export const routes: Routes
}

/** What the admin knows of every field type. */
declare module 'virtual:octavo-field-facts' {
  import type { FieldFacts } from '@octavo/contract/fields/facts'
  import type { FieldTypeName } from '@octavo/contract/fields/registry'

  export const fieldFacts: Readonly<Record<FieldTypeName, FieldFacts>>
}
