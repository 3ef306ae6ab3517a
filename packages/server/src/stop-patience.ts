/** milliseconds within which running requests must end */
export const stopPatience = 30_000
