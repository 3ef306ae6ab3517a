/** A position in a file. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** The reasons why a file is not an export, with the position in it. */
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
  // The texts from here to `exportEnd` equal messages of the parser (saxes), and serve to recognize them.
  exportEmpty: () => 'document must contain a root element',
  exportUnclosed: ({ tag }: Record<'tag', string>) => `unclosed tag: ${tag}`,
  exportUnmatched: ({ tag }: Record<'tag', string>) => `unmatched closing tag: ${tag}`,
  exportOutside: () => 'text data outside of root node',
  exportEnd: () => 'unexpected end',
  /** any other message of the parser */
  exportXml: ({ fault }: { readonly fault: string }) => fault,
}

export type ExportFault = keyof typeof exportFaults

/** The limits that an export as a whole can exceed. */
export const exportExcesses = {
  exportAuthors: ({ most }: Record<'most', number>) => `there are more than ${most} authors in it`,
  exportTypes: ({ most }: Record<'most', number>) => `there are more than ${most} post types in it`,
  exportTerms: ({ most }: Record<'most', number>) => `there are more than ${most} terms in it`,
  exportFiles: ({ most }: Record<'most', number>) => `there are more than ${most} files in it`,
  exportEntries: ({ most }: Record<'most', number>) =>
    `the archive has more than ${most} entries; import the folder from the command line`,
  exportArchive: ({ most }: Record<'most', number>) =>
    `the archive is larger than ${most} GB; import the folder from the command line`,
  exportDirectory: ({ most }: Record<'most', number>) =>
    `the names in the archive have more than ${most} MB together; import the folder from the command line`,
  exportGigabytes: ({ most }: Record<'most', number>) => `its files have more than ${most} GB together`,
  exportMegabytes: ({ most }: Record<'most', number>) =>
    `a part of it has more than ${most} MB of JSON; import a JSON file by itself, outside of a folder or archive`,
}

export type ExportExcess = keyof typeof exportExcesses

/** `detail` is a name, or the message of a parser. */
type Detailed = Readonly<Record<'detail', string>>

/** The reasons why a folder, an archive or an export in JSON cannot be imported. */
export const sourceFaults = {
  archiveCut: () => 'the archive is cut short; save it again',
  archiveDamaged: ({ detail }: Detailed) => `the file ${JSON.stringify(detail)} in the archive is damaged`,
  archivePath: ({ detail }: Detailed) =>
    `the archive has the name ${JSON.stringify(detail)}, which leads out of its folder`,
  folderWithoutTexts: ({ detail }: Detailed) =>
    `${JSON.stringify(detail)} has no Markdown files and no export of Ghost`,
  ghostCut: ({ detail }: Detailed) =>
    `the JSON does not parse, so it may be cut short; export it again (${detail})`,
  ghostSeveral: ({ detail }: Detailed) =>
    `it has several exports of Ghost; keep the one to import and remove the others (${detail})`,
  ghostOther: () => 'the JSON is no export of Ghost: it has no posts',
}

export type SourceFault = keyof typeof sourceFaults

/** Deviations from XML that are tolerated. */
export const exportOddities = {
  oddAmpersand: () => '"&" that is not written "&amp;"',
  // The texts of this and the next equal messages of the parser, and serve to recognize them.
  oddCharacter: () => 'disallowed character',
  oddEntity: () => 'undefined entity',
  /** any other message of the parser */
  oddXml: ({ fault }: { readonly fault: string }) => fault,
}
