/** How REST opens every operation, made while the admin is built (`build/routes-plugin.ts`). */
declare module 'virtual:octavo-routes' {
  import type { Routes } from '@octavo/client/routes'

  export const routes: Routes
}
