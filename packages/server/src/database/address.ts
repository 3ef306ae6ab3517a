/** What the address of a database server looks like; which schemes it may have says which servers there are. */
export const databaseAddress = {
  schemes: ['postgres:', 'postgresql:'],
  example: 'postgres://user:password@host:5432/database',
} as const
