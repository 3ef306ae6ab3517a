/** The form of a database server's address. Its schemes list the supported servers. */
export const databaseAddress = {
  schemes: ['postgres:', 'postgresql:'],
  example: 'postgres://user:password@host:5432/database',
} as const
