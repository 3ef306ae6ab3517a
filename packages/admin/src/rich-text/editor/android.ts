/**
 * Whether this is Android, for whose keyboards the editor works differently, so that other code must not handle their
 * input.
 */
export const isAndroid = /Android/.test(navigator.userAgent)
