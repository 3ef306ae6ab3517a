/** The available colour schemes. */
export const schemes = ['auto', 'light', 'dark'] as const
