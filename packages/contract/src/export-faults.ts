/** Where in a file something is. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** What makes a file no export, at a place in it. */
export const exportFaults = {
  exportEntities: () => 'the file declares entities, which exports do not have',
  exportNoChannel: () => 'this is no export: it has no <rss><channel>',
  exportOther: ({ tag }: Record<'tag', string>) => `this is no export: it begins with <${tag}>`,
  exportNesting: ({ most }: Record<'most', number>) => `elements nest deeper than ${most} levels`,
  exportAmpersand: () => '"&" begins no entity here; write it "&amp;"',
  exportLongValue: () => 'a single value is longer than 32 million characters',
  exportEncoding: ({ encoding }: Record<'encoding', string>) =>
    `the file says that its encoding is "${encoding}", which is not known`,
  exportBytes: ({ encoding }: Record<'encoding', string>) =>
    `at or behind this place there are bytes that are not ${encoding}; convert the file, or name its real encoding in its first line`,
  exportEmpty: () => 'document must contain a root element',
  exportUnclosed: ({ tag }: Record<'tag', string>) => `unclosed tag: ${tag}`,
  exportUnmatched: ({ tag }: Record<'tag', string>) => `unmatched closing tag: ${tag}`,
  exportOutside: () => 'text data outside of root node',
  exportEnd: () => 'unexpected end',
  exportXml: ({ fault }: { readonly fault: string }) => fault,
}

export type ExportFault = keyof typeof exportFaults

/** What a whole export has too much of to be imported. */
export const exportExcesses = {
  exportAuthors: ({ most }: Record<'most', number>) => `there are more than ${most} authors in it`,
  exportTypes: ({ most }: Record<'most', number>) => `there are more than ${most} post types in it`,
  exportTerms: ({ most }: Record<'most', number>) => `there are more than ${most} terms in it`,
}

export type ExportExcess = keyof typeof exportExcesses

/** In what ways a file is not quite XML, and can be read all the same. */
export const exportOddities = {
  oddAmpersand: () => '"&" that is not written "&amp;"',
  oddCharacter: () => 'disallowed character',
  oddEntity: () => 'undefined entity',
  oddXml: ({ fault }: { readonly fault: string }) => fault,
}
