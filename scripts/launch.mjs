// Every npm script goes through here.
import { launch } from './launcher/launch.mjs'

launch(process.argv[2], process.argv.slice(3))
