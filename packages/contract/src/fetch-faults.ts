/** Why something was not fetched from elsewhere, in words that may be shown: they tell nothing of our networks. */
export const fetchFaults = {
  noAddress: () => 'it is no address',
  noWebAddress: () => 'only http and https are fetched',
  noSafeAddress: () => 'it must be an https address',
  credentials: () => 'it holds credentials',
  notPublic: () => 'its host is not on the public network',
  hostUnknown: () => 'its host is not known',
  tooSlow: () => 'it took too long',
  unreachable: () => 'it could not be reached',
  notInTime: () => 'it could not be reached in time',
  busy: () => 'too much is being fetched; try again',
  circle: () => 'it redirects too often',
  redirectsNowhere: () => 'it redirects to no address',
  status: ({ status }: { readonly status: number }) => `it answered ${status}`,
  tooLarge: ({ most }: { readonly most: string }) => `it is larger than ${most}`,
  otherKind: ({ expected, found }: Record<'expected' | 'found', string>) =>
    `the answer is no ${expected}, but ${found}`,
}
