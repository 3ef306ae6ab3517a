import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { analyze, exportOf, importExport, reportOf, execute } from '../setup/exports.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
type Any = any
describe.each(engines.slice(0, 1))('explore %s', (engine) => {
  let service: TestService
  beforeAll(async () => { service = await startService(engine) })
  afterAll(() => service.close())
  const show = async (name: string, exported: Any, options = {}) => {
    try {
      const job = await importExport(service, exported, options)
      const rows = await reportOf(service, job.analysisId)
      console.log(name, job.state, job.error, JSON.stringify(job.counts), '\n', rows.slice(0, 12).map((r) => `   ${r.kind} ${r.sourceId} ${r.title.slice(0,30)} ${r.outcome} ${r.code} ${r.reason?.slice(0,150)} ${r.newUrl}`).join('\n'))
      return job
    } catch (e) { console.log(name, 'THROWN', String((e as Any).message).slice(0, 400)) }
  }
  it('x', async () => {
    const raw = (b: Buffer | string) => analyze(service, b).then((a) => JSON.stringify(a.body).slice(0, 300))
    const good = exportOf({ items: [{ id: 1, title: 'Grüße', name: 'a' }] })
    console.log('utf16 no bom', await raw(Buffer.from(good.replace('UTF-8', 'UTF-16'), 'utf16le')))
    console.log('says utf16 is utf8', await raw(good.replace('UTF-8', 'UTF-16')))
    console.log('bom', await raw(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)])))
    console.log('bom twice', await raw(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf,0xef, 0xbb, 0xbf]), Buffer.from(good)])))
    console.log('leading blank', await raw('\n\n ' + good))
    console.log('gz', await raw(Buffer.from([0x1f, 0x8b, 8, 0, 0])))
    console.log('trailing', await raw(good + 'xyz'))
    console.log('utf16be bom', await raw(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(good.replace('UTF-8','UTF-16'), 'utf16le').swap16()])))
    console.log('doctype external', await raw(good.replace('<rss', '<!DOCTYPE rss SYSTEM "http://127.0.0.1/x.dtd"><rss')))
    console.log('no version', await raw(good.replace(/<wp:wxr_version>.*<\/wp:wxr_version>/, '')))
    await show('blocks', { items: [{ id: 10, type: 'wp_block', status: 'draft', title: 'Draft block', content: 'x' }, { id: 11, type: 'wp_block', status: 'trash', title: 'Trash block', content: 'y' }, { id: 12, type: 'wp_block', status: 'private', title: 'Priv', content: 'y' },{ id: 13, type: 'wp_block', password: 'x', title: 'Pw', content: 'y' }] })
    await show('big meta', { items: [{ id: 20, title: 'big meta', name: 'big-meta', meta: { big: 'x'.repeat(3_000_000) } }, { id: 21, title: 'deep meta', name: 'deep', meta: { deep: 'a:1:{i:0;'.repeat(25) + 'i:1;' + '}'.repeat(25) } }, { id: 22, title: 'T'.repeat(100_000), name: 'long-title' }, { id: 23, title: 'big content', name: 'big-content', content: 'word '.repeat(1_500_000) }, { id: 24, title: 'big creator', creator: 'c'.repeat(100000) }, { id: 25, title: 'many keys', meta: Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, 'v'])) }, { id: 26, title: 'ex', excerpt: 'e'.repeat(300_000) },{ id: 27, title: 'deep html', content: '<div>'.repeat(500)+'T9'+'</div>'.repeat(500) },{ id: 28, title: 'deep cols', content: '<!-- wp:columns --><div><!-- wp:column --><div>'.repeat(60)+'T9'+'</div><!-- /wp:column --></div><!-- /wp:columns -->'.repeat(60) },{ id: 29, title: 'many terms', terms: { post_tag: Array.from({ length: 300 }, (_, i) => `t${i}`) } }, { id: 30, title: 'key odd', meta: { 'a.b[c]': '1', 'toString': '2', ['k'.repeat(400)]: '3' } }] })
    const many = Array.from({ length: 150 }, (_, i) => ({ id: 100 + i, title: `P${i}` }))
    await show('dups', { items: [...many, { id: 100, title: 'P0 again' }] }, { dryRun: true })
    await show('dups', { items: [...many, { id: 100, title: 'P0 again' }] })
    const ex = exportOf({ items: Array.from({ length: 400 }, (_, i) => ({ id: 2000 + i, title: `Q${i}`, name: `q${i}`, terms: { category: ['zz'] } })), terms: [{ taxonomy: 'category', slug: 'zz' }] })
    const ids = [dataOf(await analyze(service, ex)).analysisId, dataOf(await analyze(service, ex)).analysisId]
    const jobs = await Promise.all(ids.map((id) => execute(service, id)))
    console.log('two', jobs.map((j) => JSON.stringify([j.state, j.counts])))
    await show('v1.0', exportOf({ version: '1.0', items: [{ id: 40, title: 'cats', raw: '<category><![CDATA[Only Name]]></category><category domain="category"><![CDATA[Dom Name]]></category><category domain="category" nicename="with-nice"><![CDATA[With Nice]]></category><category><![CDATA[With Nice]]></category><category domain="tag"><![CDATA[TagName]]></category>' }] }))
    await show('links', { items: [{ id: 50, title: 'target', name: 'target', link: 'https://old.example.com/2015/03/target/' }, { id: 51, title: 'links', name: 'links', content: ['/?p=50', 'https://old.example.com/?p=50#c', 'http://www.old.example.com/2015/03/target', '//old.example.com/2015/03/target/', '/2015/03/target/#x', '2015/03/target/', 'https://old.example.com/2015/03/target/?utm=1', 'https://OLD.example.com:443/2015/03/target/', 'https://old.example.com/other/?p=50', 'https://old.example.com/index.php?p=50', 'https://old.example.com/2015/03/target/?replytocom=5#respond', 'https://old.example.com/?page_id=50&preview=true'].map((h) => `<a href="${h}">${h}</a>`).join('\n\n') }] })
    const links = dataOf(await service.ask('GET', '/content/posts/links')).item.data.content
    console.log(links.map((b: Any) => `${b.children[0].text} -> ${b.markDefs[0].href}`).join('\n'))
    await show('gallery', { items: [{ id: 60, title: 'g', name: 'g', content: '[gallery ids="61,62"]\n\n[gallery]\n\n[playlist]' }, { id: 63, type: 'attachment', parent: 60, attachmentUrl: 'https://old.example.com/a.mp3', title: 'mp3' }, { id: 64, type: 'attachment', parent: 60, attachmentUrl: 'https://old.example.com/a.jpg', title: 'jpg' }] })
    console.log(JSON.stringify(dataOf(await service.ask('GET', '/content/posts/g')).item.data.content))
    await show('tax', { terms: [{ taxonomy: 'link_category', slug: 'blogroll' }, { taxonomy: 'post_tag', slug: 'child', parent: 'x' }], items: [], raw: '<wp:term><wp:term_id>9</wp:term_id><wp:term_taxonomy>category</wp:term_taxonomy><wp:term_slug>withmeta</wp:term_slug><wp:term_name>W</wp:term_name><wp:termmeta><wp:meta_key>color</wp:meta_key><wp:meta_value>red</wp:meta_value></wp:termmeta></wp:term>' })
    await show('menu dry', { terms: [{ taxonomy: 'nav_menu', slug: 'm1' }], items: [{ id: 70, type: 'nav_menu_item', title: 'gone', terms: { nav_menu: ['m1'] }, meta: { _menu_item_type: 'post_type', _menu_item_object: 'page', _menu_item_object_id: '9999' } }, { id: 71, type: 'nav_menu_item', title: 'bad', terms: { nav_menu: ['m1'] }, meta: { _menu_item_type: 'custom', _menu_item_url: 'javascript:1' } }, { id: 72, type: 'wp_navigation', title: 'Nav', content: '<!-- wp:navigation-link {"label":"A","url":"/a"} /-->' }] }, { dryRun: true })
    await show('statuses', { items: [{ id: 80, title: 'inherit', status: 'inherit' }, { id: 81, title: 'fut', status: 'future', date: '9999-12-31 23:59:59' }, { id: 82, title: 'old', date: '0001-01-01 00:00:00' }, { id: 83, title: 'ancient', date: '1066-10-14 00:00:00' }, { id: 84, title: 'publish future', date: '2099-01-01 00:00:00' }] })
    const types = ['posts', 'users', 'media', 'select', 'order', 'sqlite_master', 'a'.repeat(90), '型', '1st', 'Post', 'content', 'admin', 'import', '', 'post ', 'constructor', 'toString', 'hasOwnProperty']
    await show('types', { items: types.map((type, i) => ({ id: 300 + i, type, title: type, name: `n${i}` })) })
  }, 120_000)
})
