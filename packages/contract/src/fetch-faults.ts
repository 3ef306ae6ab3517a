/** Why something was not fetched from elsewhere, as messages for users: they reveal nothing about internal networks. */
export const fetchFaults = {
  fetchNoAddress: () => 'it is no address',
  fetchNoWeb: () => 'only http and https are fetched',
  fetchNoSafe: () => 'it must be an https address',
  fetchCredentials: () => 'it holds credentials',
  fetchNotPublic: () => 'its host is not on the public network',
  fetchNoHost: () => 'its host is unknown',
  fetchTooSlow: () => 'it took too long',
  fetchUnreachable: () => 'it could not be reached',
  fetchNotInTime: () => 'it could not be reached in time',
  fetchBusy: () => 'too many downloads are running; try again',
  fetchCircle: () => 'it redirects too often',
  fetchNowhere: () => 'it redirects to no address',
  fetchStatus: ({ status }: { readonly status: number }) => `it answered ${status}`,
  fetchTooLarge: ({ most }: { readonly most: string }) => `it is larger than ${most}`,
  fetchOtherKind: ({ expected, found }: Record<'expected' | 'found', string>) =>
    `the answer is no ${expected}, but ${found}`,
}
