/** The paths of the pages. */
export const paths = {
  admin: '/_cms/admin',
  signIn: '/_cms/sign-in',
  signInLink: '/_cms/sign-in/link',
  reauthenticate: '/_cms/reauthenticate',
  setup: '/_cms/setup',
  invite: '/_cms/invite',
  /** where the account was before it was a screen of the admin */
  oldAccount: '/_cms/account',
  account: '/_cms/admin/account',
} as const

/** The page to authenticate again, which then returns to a path of this service. */
export function reauthenticateFor(path: string): string {
  return `${paths.reauthenticate}?${new URLSearchParams({ return: path })}`
}

/** The page to sign in, which then returns to a path of this service. */
export function signInFor(path: string): string {
  return `${paths.signIn}?${new URLSearchParams({ return: path })}`
}
