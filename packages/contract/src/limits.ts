/** All limits; the interfaces, the documentation and the rules use them. */
export const limits = {
  /** items a page, REST and MCP */
  page: { min: 1, max: 100, default: 50 },
  /** approximate bytes of a page of items or revisions: a page that would be longer has fewer entries */
  listBytes: 8 * 1024 * 1024,
  /** revisions and search results a page over MCP */
  mcpRevisionPage: { min: 1, max: 50, default: 20 },
  mcpSearchPage: { min: 1, max: 50, default: 20 },
  /** bytes of a list that an MCP tool answers at once */
  mcpAnswer: 60_000,
  /** characters of Markdown that a field of rich text takes */
  markdown: 200_000,
  /** values of one message over MCP, apart from those in the arguments of its tool */
  mcpMessageValues: 1000,
  /** messages of one MCP batch, and milliseconds after which no further message is started */
  mcpBatch: 10,
  mcpBatchTime: 30_000,
  /** items as resources over MCP: entries of a page, collections that one page looks at, bytes of one document */
  mcpResources: { page: 50, collections: 20, bytes: 256 * 1024 },
  /** milliseconds that all conversions from and to Markdown in one call may take together */
  markdownTime: 3000,
  /**
   * fields of one collection, and columns of their values (a text has two): with more, long values would not fit into a
   * row
   */
  fieldsPerCollection: 300,
  columnsPerCollection: 325,
  /**
   * characters of names of tables and columns: the shortest limit of the databases is 63, and `content_` takes eight
   */
  collectionSlug: 55,
  fieldSlug: 63,
  /** structured fields: how deep they nest, the fields of one at all depths, and the entries of one list */
  structure: { depth: 3, fields: 100, entries: 1000 },
  /** characters of the key of an entry in a structured field */
  entryKey: 100,
  /** characters of the help text of a field, and of the name of a tab */
  help: 500,
  tab: 60,
  /** characters of an item's slug */
  itemSlug: 200,
  /** people whose names are asked for at once */
  namedPeople: 100,
  /** people whom a search by name finds */
  foundPeople: 20,
  /** characters of labels, of the names of passkeys and tokens, and of descriptions */
  label: 200,
  credentialName: 100,
  description: 2000,
  /** collections, and locales, that a token can be limited to */
  tokenNames: 200,
  /** characters of a value of the type string, and of the type text, where the field has no `maxLength` */
  stringValue: 50_000,
  textValue: 1_000_000,
  /** characters of a pattern that a user gives */
  pattern: 500,
  /** approximate instructions that a pattern may compile to */
  patternSize: 10_000,
  /** options of a select field, and the characters of one */
  options: 1000,
  option: 200,
  /** characters of a value that is unique: it must fit into an index entry of every database */
  uniqueValue: 500,
  /** how deep JSON may nest */
  depth: 100,
  /** bytes of the body of a request without authentication, and of the registration of an app */
  publicBody: 64 * 1024,
  registrationBody: 8 * 1024,
  /** bytes of a form that a page sends: twice as many as the longest `returnPath`, which is encoded in it */
  pageForm: 32 * 1024,
  /** bytes of bodies that one address, and all together, may have in memory at once without an account */
  anonymousBodies: { ofAddress: 4 * 1024 * 1024, together: 256 * 1024 * 1024 },
  /** values (members and elements) of the body of a request without authentication */
  publicValues: 1000,
  /** parameters of an address or of a form */
  parameters: 100,
  /** values (members and elements) of one JSON body, and members of one object in it */
  bodyValues: 300_000,
  objectMembers: 20_000,
  /** bytes that one change can add to an item that is larger than the maximum already, as after that was lowered */
  itemGrowth: 64 * 1024,
  /** values and characters of an input, apart from the content of an item */
  inputValues: 10_000,
  inputText: 1_000_000,
  /**
   * problems of an input that one answer names, how many of them suggest a name, and characters of a path and a message
   */
  issues: 100,
  hints: 5,
  issuePath: 300,
  issueMessage: 1000,
  /**
   * idempotency keys: characters of one, milliseconds for which it is kept, keys of a person, bytes of a kept answer
   */
  idempotency: { key: 255, time: 24 * 3600 * 1000, keys: 1000, answer: 256 * 1024 },
  /** milliseconds after which the confirmation of a destructive call expires */
  confirmationTime: 5 * 60 * 1000,
  /**
   * edits in one call, characters of the searched and of the replacing text of an edit, blocks of an edit, blocks
   * answered
   */
  edits: 50,
  editedText: 10_000,
  editedBlocks: 1000,
  shownBlocks: 20,
  /** items that one call changes, and milliseconds after which it begins with no further one */
  bulkItems: 100,
  bulkTime: 10_000,
  /** names of unpublished changes that a call can give in `expectChanged` */
  expectedChanges: 1000,
  /** items of a reference field that takes several */
  references: 1000,
  /** items and media that one item, section or widget refers to */
  links: 10_000,
  /** bytes by which the values of media make one answer longer; beyond, references stay ids */
  resolvedMedia: 32 * 1024 * 1024,
  /** media whose values a process keeps in memory, and the bytes of these with what they replace in answers */
  cachedMedia: 10_000,
  cachedMediaBytes: 32 * 1024 * 1024,
  /** bytes of the terms, and of the included items, that the process keeps for further answers */
  cachedTermsBytes: 8 * 1024 * 1024,
  cachedItemsBytes: 16 * 1024 * 1024,
  /** bytes of what searches found that the process keeps for further ones */
  cachedSearchesBytes: 8 * 1024 * 1024,
  /** bytes of answers of the embedded database that the process keeps while nothing changes */
  cachedAnswersBytes: 64 * 1024 * 1024,
  /** the share of its memory that a process uses at most for these answers, and for answers to lists */
  cachedAnswersShare: 1 / 16,
  /** addresses of reads whose input the process keeps for further requests, and characters of one */
  cachedAddresses: 16_384,
  cachedAddress: 200,
  /** bytes of answers to lists that the process keeps until something changes that they depend on */
  cachedListsBytes: 32 * 1024 * 1024,
  /** authors that the process keeps for ETags of lists that include their names: about 70 bytes each */
  cachedAuthors: 100_000,
  /** texts whose digests the process keeps for ETags of lists, and characters of one */
  cachedDigest: { texts: 1000, characters: 2000 },
  /** items whose collection and locale the process caches */
  cachedPlaces: 20_000,
  /** default number of media items per page */
  mediaPage: 20,
  /** items whose references one request checks, and their links */
  checkedItems: 500,
  checkedLinks: 20_000,
  /** a file that comes within a request or from an address */
  mediaUpload: {
    /** characters in base64 */
    base64: 1_400_000,
    /** milliseconds of a download */
    time: 30_000,
    /** redirects of a download */
    redirects: 5,
    /** downloads at once */
    running: 4,
    /** downloads that wait, in all and for one person */
    waiting: 40,
    ofPerson: 5,
  },
  /** milliseconds after which an upload address expires, and valid addresses of one person */
  uploadAddresses: { lifetime: 15 * 60 * 1000, ofPerson: 100 },
  /** characters of a file's name, of a key in the store and of a caption */
  filename: 255,
  storageKey: 500,
  caption: 5000,
  /** the number at which a list stops counting the places that use a media item */
  countedUses: 100,
  /**
   * folders of media: characters of a path and of one name in it, names of a path, files that one call moves with a
   * folder
   */
  folders: { path: 400, name: 60, depth: 8, moved: 500 },
  /** tags of media: characters of one, tags of a file */
  tags: { length: 60, ofFile: 50 },
  /**
   * cropped pictures of an item, a text or the properties of a widget, and placeholders of cropped pictures that the
   * process keeps
   */
  crops: 200,
  cachedCrops: 5000,
  /** pixels of an image, all of its rows: beyond, decoding it would take more memory than a server has to give */
  imagePixels: 100_000_000,
  /** pixels of all frames of an animation whose variants stay animated */
  animationPixels: 25_000_000,
  /** widths and heights of image variants; the last is the longest side of a variant if the request names none */
  imageSides: [64, 160, 320, 480, 640, 960, 1280, 1920, 2560],
  /** pixels of an image variant; one with more is made smaller */
  variantPixels: 4_500_000,
  /** seconds that making an image variant may take */
  conversionSeconds: 30,
  /** image variants that a client address may have made a minute without an account */
  variantsPerMinute: 120,
  /** image variants that wait to be made, and those of them that one client waits for */
  waitingVariants: 200,
  waitingVariantsPerAddress: 60,
  /** items in each list of the overview */
  overview: 10,
  /** the number at which counting stops, such as that of the items of a list or the files in a folder */
  counted: 1000,
  /**
   * the context that an assistant reads at its start: approximate bytes, collections that a call can name, and names of
   * taxonomies and of menus
   */
  siteContext: { bytes: 40_000, collections: 100, names: 200 },
  /** days and entries of one answer of the calendar, and collections that it can name */
  calendar: { days: 100, entries: 500, collections: 1000 },
  /** open editors of items */
  presence: {
    /** seconds until a report expires */
    seconds: 25,
    /** seconds for which an equal report is not written again */
    repeated: 8,
    /** entries of an answer */
    listed: 200,
    /** editors that one person can have open */
    ofPerson: 50,
    /** characters of the id of an item, and of the text that tells the editors of a person apart */
    name: 64,
  },
  /** saved views of lists */
  views: {
    ofPerson: 100,
    /** shared views of a collection */
    shared: 100,
    /** characters of a name */
    name: 60,
    filters: 10,
    columns: 100,
    /** characters of a query as JSON, with its filters and columns */
    queryText: 4000,
  },
  /** characters and words of a text that narrows a list by title, name or slug */
  listedPart: 200,
  listedWords: 20,
  /** a filter of a list: its predicates, levels of `or` and `and`, values of one predicate and characters of a value */
  where: { predicates: 20, depth: 2, values: 100, text: 2000 },
  /** paths that a read can include, their fields, and the objects of each kind that come with one answer */
  include: { paths: 20, depth: 2, objects: 1000 },
  /** items that a filtered list finds by one index, and those that it reads one by one, before it is refused */
  foundItems: 1000,
  scannedItems: 10_000,
  /** media that one page looks at, of a list of unused media or for callers who see only what live content uses */
  scannedMedia: 1000,
  /** items that a filtered list reads one by one for callers without a token, before it is refused */
  scannedForVisitors: 1000,
  /** characters of the header `Cache-Tag` */
  cacheTags: 4000,
  /** places that one answer about where a file is used can name */
  usages: 200,
  /** results of a search, and suggestions */
  searchPage: { min: 1, max: 100, default: 20 },
  suggestions: { min: 1, max: 20, default: 5 },
  /** characters and words of a text that is searched for */
  searchText: 1000,
  searchWords: 50,
  /** collections that a search can name */
  searchedCollections: 1000,
  /** characters of an item's words that are indexed; a search does not find the words after them */
  indexedText: 150_000,
  /** characters of names that are joined by commas */
  names: 100_000,
  /** characters of an address, and of the address of the site */
  url: 2000,
  siteUrl: 500,
  /** characters of a path of the site, decoded: it must fit into an index entry of every database */
  sitePath: 500,
  /** characters of the pattern of a collection's addresses */
  urlPattern: 200,
  /** patterns that a collection had before and whose addresses still lead to its items */
  formerPatterns: 10,
  redirects: {
    /** redirects that people create */
    byHand: 50_000,
    /** former addresses of one item */
    ofItem: 100,
    /** redirects that are followed one after the other */
    steps: 5,
    /** redirects named in the audit entry of a new one, because it changed their targets */
    audited: 100,
  },
  /** keywords of a section; items of a menu, and how deep they may nest; widgets of an area */
  keywords: 50,
  menuItems: 500,
  menuDepth: 20,
  widgets: 200,
  /** collections of a taxonomy, and how deep its terms may nest */
  taxonomyCollections: 100,
  termDepth: 100,
  /** terms that one item has of a taxonomy, and taxonomies that one request names for an item */
  termsOfItem: 200,
  taxonomiesOfItem: 100,
  /** characters of the path that a sign-in leads to: more than an address that is read can have */
  returnPath: 16_384,
  /** characters of a cursor */
  cursor: 4096,
  /** events on a page; collections that a reader of events names */
  eventPage: { min: 1, max: 1000, default: 100 },
  eventCollections: 100,
  /** entries on a page of the site map */
  siteMapPage: { min: 1, max: 1000, default: 1000 },
  /** open streams of events of one token or session, and of one process; bytes that wait for a slow client */
  eventStreams: { perCaller: 1000, perProcess: 5000, buffer: 256 * 1024 },
  webhooks: {
    /** webhooks of a site */
    count: 50,
    /** locales that one webhook names */
    locales: 200,
    /** pending deliveries of a webhook; with so many it gets no further ones */
    waiting: 1000,
    /** deliveries of a webhook that one process sends at once */
    running: 4,
    /** milliseconds of an attempt */
    attemptTime: 10_000,
    /** events that come together and still have one delivery each; with more, they share deliveries */
    single: 20,
    /** events that share one delivery */
    together: 100,
  },
  /** characters that are kept of a receiver's answer */
  webhookAnswer: 1000,
  /** days for which ended deliveries are kept, and ended deliveries that are kept of one webhook */
  deliveryDays: 7,
  keptDeliveries: 10_000,
  /** passkeys of one user */
  passkeys: 20,
  /** valid sign-in links that one user can have been mailed */
  magicLinks: 5,
  /** milliseconds after which people confirm their identity again before sensitive calls */
  recentAuthentication: 15 * 60 * 1000,
  /** requests a minute that one client address may send to each endpoint that could be used to guess secrets */
  addressRequests: 30,
  /** a /64 network of IPv6 counts as one address; its /48 network may send this many times as many requests */
  networkFactor: 10,
  /** apps that one client address, and all together, may register on one day (UTC) */
  registrationsOfAddress: 100,
  registrations: 2000,
  /** milliseconds that a hook of a plugin may take, before a change (others may wait for it) and after it */
  beforeHook: 2000,
  afterHook: 5000,
  /** after-hooks of one plugin that one process runs at once */
  afterHooks: { running: 20 },
  /** revisions of an item, and days, that the settings of a site can keep */
  keptRevisions: 10_000,
  keptDays: 36_500,
  /** milliseconds after which a preview link expires, valid links of one person, and characters of a token */
  preview: { lifetime: 60 * 60 * 1000, ofPerson: 100, token: 200 },
  /** origins of sites that the admin shows beside the editor */
  previewOrigins: 20,
  /** days that events are kept unless a setting says otherwise */
  eventDays: 30,
  changes: {
    /** entries of a change that can be undone, and entries that one page of the list of changes reads */
    entries: 2000,
    /** items that a change in the list shows */
    shownItems: 20,
    /** bytes of replaced values that are kept for one entry */
    keptBytes: 4_000_000,
    /** terms of a deleted taxonomy that are kept for an undo, and assignments of these to items */
    keptTerms: 1000,
    keptAssignments: 10_000,
  },
  changeSets: {
    /** entries of a set */
    entries: 500,
    /** items of one entry */
    itemsOfEntry: 200,
    /** bytes of one entry, and of all entries of a set */
    entryBytes: 4 * 1024 * 1024,
    bytes: 32 * 1024 * 1024,
    /** sets that are not applied yet, of one person and in all */
    openOfPerson: 100,
    open: 1000,
    /** reads with a set that one process does at once, that wait, and that wait for one person */
    reading: { running: 2, waiting: 50, ofPerson: 10 },
    /** milliseconds of a read with a set */
    time: 20_000,
  },
  /**
   * changes and references that a dry run reports; characters of a value, and of all values before or after a change
   */
  dryRun: { changes: 500, references: 100, value: 2000, text: 50_000 },
  /** failures that the state of an import shows */
  importFailures: 100,
} as const
