/** The editor handles Android keyboards differently, and nothing may interfere. */
export const isAndroid = /Android/.test(navigator.userAgent)
