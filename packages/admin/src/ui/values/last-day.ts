/** The last day that an input of days takes. Without it, browsers let the person type a year of six digits. */
export const lastDay = '9999-12-31'
