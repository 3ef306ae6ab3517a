import type { Plugin } from '@octavo/plugin'
import { codeBlocks } from './code-blocks.ts'
import { embeds } from './embeds.ts'

/**
 * The plugins of every installation; each is disabled until it is enabled. The cast leaves out the types of their
 * settings, which differ.
 */
export const bundledPlugins = [codeBlocks, embeds] as readonly unknown[] as readonly Plugin[]
