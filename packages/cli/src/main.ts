import { readConfig } from '@octavo/server/config'
import { serve } from '@octavo/server/main'
await serve(readConfig(process.env), (line) => console.log(line))
