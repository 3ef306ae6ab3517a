import i18next from 'i18next'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A readable number of bytes: `1.4 MB`. */
export function byteText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  return new Intl.NumberFormat(i18next.language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1024 ** step)
}
