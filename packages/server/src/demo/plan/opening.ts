/** days before now on which the site seems to have been opened */
export const opened = -425
