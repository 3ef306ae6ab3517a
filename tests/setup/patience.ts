/** milliseconds that something may take to be as it is expected; a busy machine is slow */
export const patience = 30_000
