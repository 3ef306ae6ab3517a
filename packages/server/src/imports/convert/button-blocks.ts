import type { Block, Findings } from './block.ts'
import { type Conversion, convertHtml, nodesOf, stringOf } from './block-parts.ts'
import { attribute, classesOf, type Element, findAll, findTag, lineWithin, type Node } from './html.ts'
import { htmlOf, innerBlocks, type MarkupBlock } from './markup.ts'
import { plainLine } from './elements.ts'
import { linkAddress, textPart } from './media-blocks.ts'

/** A group of buttons, which are links or `<button>` elements; without any, the block is converted as HTML. */
export const buttons: Conversion = (block, { findings }) => {
  const nodes = nodesOf(block)
  const found = [...findAll(nodes, 'a'), ...findAll(nodes, 'button')].map((one) => {
    const opensNewTab = attribute(one, 'target') === '_blank'
    const button: Block = findings.block('button', {
      text: plainLine(findings, one),
      ...textPart('title', attribute(one, 'title')),
      ...textPart('anchor', attribute(one, 'id')),
      ...(opensNewTab && { blank: true }),
    })
    return withUrl(findings, button, attribute(one, 'href'))
  })
  return found.length === 0
    ? convertHtml(htmlOf(block), findings)
    : [findings.block('buttons', { buttons: found })]
}

/** Links to profiles, which are buttons with the name of the service. */
export const socialLinks: Conversion = (block, { findings }) => {
  const links = socialEntries(block).flatMap(({ attributes, nodes }) => {
    const anchor = findTag(nodes, 'a')
    const url = stringOf(attributes['url']) || (anchor === null ? '' : attribute(anchor, 'href'))
    const service = stringOf(attributes['service']) || serviceOf(nodes)
    const text = stringOf(attributes['label']) || (anchor === null ? '' : linkLabel(anchor)) || service
    if (url === '' && text === '') return []
    const button = findings.block('button', { text, ...textPart('service', service) })
    return [withUrl(findings, button, profileAddress(url))]
  })
  return links.length === 0 ? [] : [findings.block('buttons', { buttons: links })]
}

interface SocialEntry {
  readonly attributes: MarkupBlock['attributes']
  readonly nodes: readonly Node[]
}

/** The entries: inner blocks, or only elements of a list in markup without them. */
function socialEntries(block: MarkupBlock): SocialEntry[] {
  const inner = innerBlocks(block)
  if (inner.length > 0) return inner.map((one) => ({ attributes: one.attributes, nodes: nodesOf(one) }))
  return findAll(nodesOf(block), 'li').map((entry) => ({ attributes: {}, nodes: [entry] }))
}

/** an e-mail address without `mailto:` */
const mailbox = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/
/** an address with a scheme, or within the site */
const completeAddress = /^(?:[a-z][a-z0-9+.-]*:|\/|#|\?)/i

/** The address of a profile with its scheme, which the platform lets people leave out; empty without an address. */
function profileAddress(given: string): string {
  const url = given.trim()
  if (mailbox.test(url)) return `mailto:${url}`
  return url === '' || completeAddress.test(url) ? url : `https://${url}`
}

/** The service of a link, from the class of its entry; empty if it is unknown. */
function serviceOf(nodes: readonly Node[]): string {
  const entry = findTag(nodes, 'li')
  return (
    (entry === null ? [] : classesOf(entry))
      .map((name) => /^wp-social-link-(.+)$/.exec(name)?.[1] ?? '')
      .find((name) => name !== '') ?? ''
  )
}

/** The text of a link, or its label for screen readers. */
function linkLabel(anchor: Element): string {
  return lineWithin(anchor.childNodes) || attribute(anchor, 'aria-label')
}

/** Sets the address of a button, unless it is empty or could run script; the latter is counted. */
function withUrl(findings: Findings, button: Block, href: string): Block {
  const url = linkAddress(href)
  if (url === null && href.trim() !== '') findings.unsafeLinks++
  if (url === null) return button
  button['url'] = url
  findings.addresses.push({
    url,
    sourceId: '',
    place: { kind: 'link', part: button, name: 'url', address: url, isAddressOnly: false },
  })
  return button
}
