import http from 'node:http'; import Database from 'better-sqlite3'; import {createHash} from 'node:crypto'
const db=new Database('/tmp/try/data/octavo.db'); db.pragma('cache_size=-64000'); db.pragma('mmap_size=2147483648');
const J=`'{"id":"'||id||'","type":"posts","slug":"'||slug||'","status":"'||status||'","data":{"title":'||json_quote(title)||',"excerpt":'||json_quote(excerpt)||',"body":'||body||',"rank":'||rank||'},"authorId":"'||author_id||'","createdAt":"'||created_at||'","updatedAt":"'||updated_at||'","publishedAt":"'||published_at||'","scheduledAt":null,"locale":"'||locale||'","translationOf":null,"translationGroup":"'||translation_group||'","hasPendingDraft":false}'`;
const get=db.prepare(`select cast('{"success":true,"data":{"item":'||${J}||',"_rev":"'||version||'"}}' as blob) b from content_posts where id=?`).pluck();
const list=db.prepare(`select cast('{"success":true,"data":{"items":['||group_concat(j)||']}}' as blob) b from (select ${J} as j from content_posts where deleted_at is null and status='published' order by created_at desc, id desc limit 50)`).pluck();
const h=createHash('sha256').update(process.env.TOKEN).digest('base64url'); const tokens=new Map([[h,1]]);
http.createServer((q,r)=>{const a=q.headers.authorization; if(!a||!tokens.has(createHash('sha256').update(a.slice(7)).digest('base64url'))){r.statusCode=401;return r.end()}
 const m=q.url.startsWith('/_cms/api/content/posts/')?get.get(q.url.slice(24)):list.get(); r.writeHead(200,{'content-type':'application/json','content-length':m.length}); r.end(m)}).listen(4412,'127.0.0.1')
