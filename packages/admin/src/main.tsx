import { routes } from 'virtual:octavo-routes'
console.log(routes)
