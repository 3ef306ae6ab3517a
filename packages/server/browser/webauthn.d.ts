/** The library's own bundle, which the service adds to these files. */
export {}
