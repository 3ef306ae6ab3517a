import type { Config } from '../../config.ts'
import { readReplicaFacts } from '../../platform/database/applied.ts'
import { type Finding, ok, sentenceOf, warning } from './finding.ts'

const name = 'replica'
/** seconds that a healthy replica is behind at most */
const mostSecondsBehind = 10

const correct = 'Correct OCTAVO_DATABASE_REPLICA_URL; until then reads go to the primary.'

/** Whether the replica follows the primary. Without it reads go to the primary, so its problems are only warnings. */
export async function examineReplica({ replicaUrl, databaseLimits }: Config): Promise<Finding[]> {
  if (replicaUrl === null) return []
  try {
    const { isReplica, secondsBehind } = await readReplicaFacts(replicaUrl, databaseLimits)
    if (!isReplica) return [warning(name, 'The server is no streaming replica.', correct)]
    if (secondsBehind > mostSecondsBehind)
      return [
        warning(
          name,
          `It applied the last change ${Math.round(secondsBehind)} seconds ago.`,
          'If the primary has written since, see its pg_stat_replication.',
        ),
      ]
    return [ok(name, 'It follows.')]
  } catch (error) {
    return [warning(name, sentenceOf(error), correct)]
  }
}
