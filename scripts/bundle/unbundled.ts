/**
 * The packages of others that the program does not have in its bundle: those with binaries, what an installation may leave
 * out, a file for browsers, and `file-type`, which loads a package by a name that no bundler sees.
 */
export const unbundled = /^(better-sqlite3|sharp|@aws-sdk\/.*|@simplewebauthn\/browser|file-type)$/
