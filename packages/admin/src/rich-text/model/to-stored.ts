import type { PortableTextBlock } from '@portabletext/editor'
import type { Block } from '../types.ts'
import { inlineType, type Memory, objectType } from './to-editor.ts'
import { isObject, isSame } from './same.ts'

/**
 * Converts blocks of the editor to stored blocks. The memory is that of `toEditorBlocks`: unchanged blocks stay as they
 * were stored.
 */
export class StoredConverter {
  readonly #memory: Memory
  /** Cache by block: the editor never changes a block, but replaces it. */
  readonly #converted = new WeakMap<PortableTextBlock, Block>()

  constructor(memory: Memory) {
    this.#memory = memory
  }

  /** The stored blocks of a whole text; none for the empty paragraph that the editor shows for an empty value. */
  blocks(value: readonly PortableTextBlock[]): Block[] {
    const [first] = value
    // A stored empty paragraph is in the memory, and stays.
    if (value.length === 1 && first !== undefined && !this.#memory.has(first._key) && isBlank(first))
      return []
    return value.map((block) => this.block(block))
  }

  block(block: PortableTextBlock): Block {
    const cached = this.#converted.get(block)
    if (cached !== undefined) return cached
    const remembered = this.#memory.get(block._key)
    // A block that is not in the memory is new: it was written, pasted, or split off from another one.
    const converted =
      remembered !== undefined && isSame(remembered.inEditor, block)
        ? remembered.stored
        : toStoredBlock(
            remembered === undefined ? withoutListStart(block) : block,
            remembered?.key ?? block._key,
          )
    this.#converted.set(block, converted)
    return converted
  }
}

/**
 * Removes `start` and `spread` from a new block. They belong to the first entry of a list, and an entry that is split
 * off from it has a copy of them.
 */
function withoutListStart(block: PortableTextBlock): PortableTextBlock {
  const {
    start: _start,
    spread: _spread,
    ...rest
  } = block as PortableTextBlock & Readonly<Record<string, unknown>>
  return rest as PortableTextBlock
}

/**
 * Takes stored blocks and objects out of the editor's wrappers (`objectType`, `inlineType`), and gives them their key.
 */
function toStoredBlock(block: PortableTextBlock, key: string): Block {
  const { _type, _key, ...rest } = block as Block
  const value = rest['value']
  if (_type === objectType && isBlock(value)) return withKey(value, key)
  const children = rest['children']
  return {
    _type,
    _key: key,
    ...rest,
    ...(Array.isArray(children) && { children: children.map(toStoredChild) }),
  }
}

function toStoredChild(child: unknown): unknown {
  if (!isBlock(child) || child._type !== inlineType) return child
  const value = child['value']
  return isBlock(value) ? withKey(value, String(child['_key'])) : child
}

function withKey({ _type, _key, ...rest }: Block, key: string): Block {
  return { _type, _key: key, ...rest }
}

function isBlock(value: unknown): value is Block {
  return isObject(value) && typeof value['_type'] === 'string'
}

/** Whether the block is the empty paragraph that the editor shows for an empty value. */
function isBlank(block: PortableTextBlock): boolean {
  const { _type, style, listItem, children } = block as Block
  if (_type !== 'block' || style !== 'normal' || listItem !== undefined || !Array.isArray(children))
    return false
  return children.length === 1 && isObject(children[0]) && children[0]['text'] === ''
}
