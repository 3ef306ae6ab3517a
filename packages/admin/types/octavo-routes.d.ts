/** How REST opens every operation, made while the admin is built (`build/routes-plugin.ts`). */
declare module 'virtual:octavo-routes' {
  export const routes: import('@octavo/client/routes').Routes
}
