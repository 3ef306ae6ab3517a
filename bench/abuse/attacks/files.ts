import { api, type AbuseRequest, type Attack, type PublicFiles, several } from '../attack.ts'

const sides = [64, 160, 320, 480, 640, 960, 1280, 1920, 2560]
const formats = ['avif', 'webp', 'jpeg']

/** What anybody may ask of files. */
export function fileAttacks({ file, image }: PublicFiles): readonly Attack[] {
  const get = (key: string, query = '', headers: Readonly<Record<string, string>> = {}): AbuseRequest => ({
    method: 'GET',
    path: `${api}/media/file/${key}${query}`,
    headers,
  })
  return [
    { name: 'a file', requests: [get(file)] },
    { name: 'bytes of a file', requests: several(100, (n) => get(file, '', { range: `bytes=${n}-${n}` })) },
    {
      name: 'bytes of a file without waiting',
      manner: 'pipeline',
      requests: [get(file, '', { range: 'bytes=0-0' })],
    },
    { name: 'files without waiting', manner: 'pipeline', requests: [get(file)] },
    { name: 'many ranges', requests: [get(file, '', { range: `bytes=${'0-0,'.repeat(3500)}0-0` })] },
    { name: 'many tags', requests: [get(file, '', { 'if-none-match': '"a",'.repeat(3500) })] },
    { name: 'unknown files', requests: several(1000, (n) => get(`${n}.png`)) },
    { name: 'long names of files', requests: [get('a/'.repeat(7000))] },
    {
      name: 'all image variants',
      requests: sides
        .toReversed()
        .flatMap((side) => formats.map((format) => get(image, `?w=${side}&format=${format}`))),
    },
    {
      name: 'free image variants',
      requests: several(1000, (n) => get(image, `?w=${n + 1}&h=${n + 1}&fit=cover`)),
    },
    { name: 'wrong signatures', requests: several(1000, (n) => get(image, `?w=64&h=64&sig=${n}`)) },
    {
      name: 'unknown parameters of files',
      requests: [get(image, `?${Array.from({ length: 3000 }, (_, n) => n.toString(36)).join('&')}`)],
    },
  ]
}
