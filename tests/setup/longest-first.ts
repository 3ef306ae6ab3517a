import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long for their size, by which a first run orders them: begun late, they would be waited for. */
const longForTheirSize =
  /(broken-off|real-exports|search-long-texts|admin-lists-looks|admin-rich-text-look|admin-rich-text-keeping|demo\/interrupted|demo\/demo|crash\/\w+|imports\/memory)\.test\.ts$/

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => longForTheirSize.test(moduleId)
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
