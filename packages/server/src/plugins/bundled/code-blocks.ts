import { definePlugin } from '@octavo/plugin'
import { z } from 'zod'

/** Program code in rich text. It only defines a block type: the smallest possible plugin. */
export const codeBlocks = definePlugin({
  id: 'code-blocks',
  name: 'Code blocks',
  version: '1.0.0',
  description: 'Blocks of program text, with the language to colour them by.',
  blocks: [
    {
      type: 'code',
      title: 'Code',
      schema: z.strictObject({
        code: z.string().max(100_000),
        language: z
          .string()
          .regex(
            /^[a-z0-9][a-z0-9+#.-]{0,39}$/,
            'must be the name of a language in small letters, like typescript',
          )
          .default('text'),
        filename: z.string().max(255).optional(),
        highlightedLines: z.array(z.int().min(1)).max(1000).optional(),
      }),
    },
  ],
})
