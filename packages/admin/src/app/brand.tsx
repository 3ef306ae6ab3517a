import { Group } from '@mantine/core'
import icon from '../../icon.svg'
import classes from './shell.module.css'

export function Brand() {
  return (
    <Group gap={8} wrap="nowrap" className={classes['brand']}>
      <img src={icon} alt="" width={26} height={26} />
      Octavo
    </Group>
  )
}
