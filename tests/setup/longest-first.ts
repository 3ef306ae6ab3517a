import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long for their size, by which a first run orders them: started late, they would be waited for. */
const longForTheirSize =
  /(query-plans|broken-off|real-exports|search-long-texts|content-sizes|lifecycle|parity|outages|magic-links|admin-(editor-\w+|lists-looks|media|media-uploads|people|rich-text-(look|keeping|letters|speed))|imports\/(media|memory)|demo\/\w+|documents\/generated-clients|examples\/(astro|next)|crash\/\w+|tests\/(cli|sign-in))\.test\.ts$/

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => longForTheirSize.test(moduleId)
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
