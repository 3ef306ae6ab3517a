import type { ContentFacts } from './convert/convert.ts'
import { readFootnotes } from './convert/footnote.ts'
import type { ContentTask } from './convert/item-content.ts'
import { metaOf } from './meta.ts'
import type { ExportItem } from './wxr/records.ts'

/** The content of an item to convert. */
export function taskOf(item: ExportItem): ContentTask {
  const { content, format, targets } = item
  return {
    content,
    ...(format !== undefined && { format }),
    ...(targets !== undefined && { targets }),
    facts: factsOf(item),
  }
}

/** Properties of the content that custom fields have. */
function factsOf(item: ExportItem): ContentFacts {
  return {
    // The second and third one are of the page builders Elementor and Beaver Builder.
    isBuilt:
      item.format === 'html' ||
      metaOf(item, '_elementor_edit_mode') === 'builder' ||
      metaOf(item, '_fl_builder_enabled') === '1',
    footnotes: readFootnotes(metaOf(item, 'footnotes')) ?? [],
  }
}
