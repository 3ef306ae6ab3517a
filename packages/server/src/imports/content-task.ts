import type { ContentFacts } from './convert/convert.ts'
import { readFootnotes } from './convert/footnote.ts'
import type { ContentTask } from './convert/item-content.ts'
import { metaOf } from './meta.ts'
import type { ExportItem } from './wxr/records.ts'

/** What the conversion of an item's content needs of the item. */
export function taskOf(item: ExportItem): ContentTask {
  const { content, format, targets } = item
  return {
    content,
    ...(format !== undefined && { format }),
    ...(targets !== undefined && { targets }),
    facts: factsOf(item),
  }
}

/** What the conversion must know of the content besides its text. */
function factsOf(item: ExportItem): ContentFacts {
  return {
    // HTML of sources other than WordPress, and of the page builders Elementor and Beaver Builder, has its own
    // paragraphs.
    isBuilt:
      item.format === 'html' ||
      metaOf(item, '_elementor_edit_mode') === 'builder' ||
      metaOf(item, '_fl_builder_enabled') === '1',
    footnotes: readFootnotes(metaOf(item, 'footnotes')) ?? [],
  }
}
