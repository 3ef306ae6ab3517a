/** where the REST API begins, below the base address (specification, notation) */
export const apiPath = '/_cms/api'
