import type { Reader, Transaction } from '../../platform/database/database.ts'

/** The base addresses that the service has had; addresses of files that begin with one of them are its own. */
export async function readBases(reader: Reader): Promise<string[]> {
  const rows = await reader.rows<{ address: string }>('SELECT address FROM base_addresses', [])
  return rows.map(({ address }) => address)
}

/** Records a base address of the service; one that is known stays. */
export async function addBase(tx: Transaction, address: string): Promise<void> {
  await tx.run('INSERT INTO base_addresses (address) VALUES (?) ON CONFLICT DO NOTHING', [address])
}
