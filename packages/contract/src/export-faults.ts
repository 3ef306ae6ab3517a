/** Where in a file something stands. */
export interface Place {
  readonly line: number
  readonly column: number
}

interface Tag {
  readonly tag: string
}

interface Encoding {
  readonly encoding: string
}

interface Most {
  readonly most: number
}

/** What makes a file no export, at a place in it. */
export const exportFaults = {
  exportEntities: () => 'the file declares entities, which exports do not have',
  exportNoChannel: () => 'this is no export: it has no <rss><channel>',
  exportOther: ({ tag }: Tag) => `this is no export: it begins with <${tag}>`,
  exportNesting: ({ most }: Most) => `elements nest deeper than ${most} levels`,
  exportAmpersand: () => '"&" begins no entity here; write it "&amp;"',
  exportLongValue: () => 'a single value is longer than 32 million characters',
  exportEncoding: ({ encoding }: Encoding) =>
    `the file says that its encoding is "${encoding}", which is not known`,
  exportBytes: ({ encoding }: Encoding) =>
    `at or behind this place there are bytes that are not ${encoding}; convert the file, or name its real encoding in its first line`,
  exportEmpty: () => 'document must contain a root element',
  exportUnclosed: ({ tag }: Tag) => `unclosed tag: ${tag}`,
  exportUnmatched: ({ tag }: Tag) => `unmatched closing tag: ${tag}`,
  exportOutside: () => 'text data outside of root node',
  exportEnd: () => 'unexpected end',
  exportXml: ({ fault }: { readonly fault: string }) => fault,
}

export type ExportFault = keyof typeof exportFaults

/** What a whole export has too much of to be imported. */
export const exportExcesses = {
  exportAuthors: ({ most }: Most) => `there are more than ${most} authors in it`,
  exportTypes: ({ most }: Most) => `there are more than ${most} post types in it`,
  exportTerms: ({ most }: Most) => `there are more than ${most} terms in it`,
}

export type ExportExcess = keyof typeof exportExcesses
