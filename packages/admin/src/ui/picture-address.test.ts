import { describe, expect, it } from 'vitest'
import { loadableUrl, pictureAddresses } from './picture-address.ts'

const here = 'https://site.example'
const file = '/_cms/api/media/file/01ABC.jpg'

describe('the address of a picture in the admin', () => {
  it.each([
    ['a file of the service', here + file, file],
    ['one from when the service had another address', `http://localhost:4400${file}`, file],
    ['a path of the site', '/pictures/hill.jpg', '/pictures/hill.jpg'],
    ['an address of the site', `${here}/hill.jpg`, `${here}/hill.jpg`],
    ['one in the document', 'data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
    ['another host', 'https://other.example/hill.jpg', null],
    ['another host with a path that only contains ours', `https://other.example/x${file}`, null],
    ['a script', `javascript:alert(1)//${file}`, null],
    ['no address', 'http://[', null],
    ['nothing', '', null],
  ])('%s', (_, url, expected) => {
    expect(loadableUrl(url, here)).toBe(expected)
  })
})

describe('the addresses to try for a picture', () => {
  it.each([
    ['a file of the service', here + file, [`${file}?w=64`, file]],
    [
      'a drawing, which has no smaller forms',
      `${here}${file.replace('.jpg', '.svg')}`,
      [file.replace('.jpg', '.svg')],
    ],
    ['a picture of the site', '/hill.jpg?w=3', ['/hill.jpg?w=3']],
    ['another host', 'https://other.example/hill.jpg', []],
  ])('%s', (_, url, expected) => {
    expect(pictureAddresses(url, 'w=64', here)).toEqual(expected)
  })
})
