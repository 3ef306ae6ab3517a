import { filePath } from '../../core/model/media-marks.ts'

/** An address as it is stored: that of a file of this service without the base address. */
export function storedAddress(baseUrl: string, address: string): string {
  return address.startsWith(baseUrl + filePath) ? address.slice(baseUrl.length) : address
}

/** A stored address as an answer has it. */
export function shownAddress(baseUrl: string, address: string): string {
  return address.startsWith(filePath) ? baseUrl + address : address
}
