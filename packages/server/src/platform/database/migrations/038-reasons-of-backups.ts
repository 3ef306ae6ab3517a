/** Why a scheduled backup failed, by the name of a reason, as JSON; null for what has no name. */
export const reasonsOfBackups = ['ALTER TABLE backup_schedule ADD COLUMN because TEXT']
