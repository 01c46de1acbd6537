import { catalogOf } from '../core/text/catalog.ts';
import { messages } from '../core/text/text.ts';

/** Why the database can't be used, for operators. */
export const storeMsg = messages('store', {
  inUse: {
    en: 'Another Portolan process is using the data directory {path}. Stop it, set a different PORTOLAN_DATA for this one, or set DATABASE_URL to run several replicas on PostgreSQL.',
    zh: '另一个 Portolan 进程正在使用数据目录 {path}。请停止它，或为此进程设置另一个 PORTOLAN_DATA；要运行多个副本，请用 DATABASE_URL 设置 PostgreSQL。',
  },
  unusable: {
    en: 'Portolan can’t use the database in {path}: {why}',
    zh: 'Portolan 无法使用 {path} 中的数据库：{why}',
  },
  unreachable: {
    en: 'Portolan can’t use the database at DATABASE_URL: {why}',
    zh: 'Portolan 无法使用 DATABASE_URL 处的数据库：{why}',
  },
  locked: {
    en: 'another program has locked the database file. Close it.',
    zh: '另一个程序锁定了数据库文件。请关闭它。',
  },
  fileReadOnly: {
    en: 'the database file is read-only. Check the owner and the permissions of the directory and its files.',
    zh: '数据库文件是只读的。请检查目录及其中文件的所有者和权限。',
  },
  diskError: { en: 'the disk reported an error. Check the disk.', zh: '磁盘报告了错误。请检查磁盘。' },
  damaged: { en: 'the database file is damaged. Restore it from a backup.', zh: '数据库文件已损坏。请从备份恢复。' },
  diskFull: { en: 'the disk is full.', zh: '磁盘已满。' },
  cantOpen: {
    en: 'the database file can’t be opened. Check that the directory exists and is writable.',
    zh: '无法打开数据库文件。请检查目录是否存在且可写。',
  },
  notSqlite: {
    en: 'the database file isn’t a SQLite database. Restore it from a backup, or move it to another directory.',
    zh: '数据库文件不是 SQLite 数据库。请从备份恢复，或将它移到其他目录。',
  },
  isDirectory: { en: '{name} is a directory, not a file. Remove it.', zh: '{name} 是目录，不是文件。请删除它。' },
  isMissing: { en: '{name} is missing.', zh: '{name} 不存在。' },
  isEmpty: { en: '{name} is empty.', zh: '{name} 是空文件。' },
  lost: {
    en: (p: { name: string; isEmpty: number; marker: string }) =>
      `${p.name} is ${p.isEmpty ? 'empty' : 'missing'}, but a database was created here before. Restore it from a backup. To start from scratch, delete ${p.marker} too.`,
    zh: (p) =>
      `${p.name} ${p.isEmpty ? '是空文件' : '不存在'}，但这里曾创建过数据库。请从备份恢复。如需重新开始，请将 ${p.marker} 也删除。`,
  },
  none: {
    en: 'this directory contains no database. Check PORTOLAN_DATA, or start the bot once.',
    zh: '此目录中没有数据库。请检查 PORTOLAN_DATA，或先启动一次机器人。',
  },
  directoryDenied: {
    en: 'the directory can’t be created or written. Check its owner and permissions.',
    zh: '无法创建或写入该目录。请检查其所有者和权限。',
  },
  readOnlyFiles: {
    en: 'the file system is read-only. Mount a writable volume.',
    zh: '文件系统是只读的。请挂载可写的卷。',
  },
  partIsFile: {
    en: 'a part of this path is a file. Check PORTOLAN_DATA.',
    zh: '路径中有一部分是文件。请检查 PORTOLAN_DATA。',
  },
  isFile: {
    en: 'this is a file, not a directory. Check PORTOLAN_DATA.',
    zh: '这是文件，不是目录。请检查 PORTOLAN_DATA。',
  },
  cantCreate: {
    en: 'the directory can’t be created here. Check PORTOLAN_DATA.',
    zh: '无法在此创建目录。请检查 PORTOLAN_DATA。',
  },
  cantCreateFor: { en: 'the directory can’t be created ({code}).', zh: '无法创建目录（{code}）。' },
  deadLink: { en: 'this is a link that leads nowhere.', zh: '这是一个指向不存在位置的链接。' },
  noLog: {
    en: 'the file system doesn’t support write-ahead logging. Use a local disk or PostgreSQL.',
    zh: '文件系统不支持预写日志。请使用本地磁盘或 PostgreSQL。',
  },
  notDurable: { en: 'durable writes can’t be turned on.', zh: '无法开启持久写入。' },
  newer: {
    en: 'a newer version of Portolan has changed it. Start that version, or restore a backup from before the upgrade.',
    zh: '更新版本的 Portolan 已修改过它。请启动该版本，或恢复升级前的备份。',
  },
  noHost: {
    en: 'the host name can’t be resolved. If the password contains one of @ : / ? # %, write it percent-encoded, such as %40 for @.',
    zh: '无法解析主机名。如果密码中有 @ : / ? # % 之一，请写成百分号编码，例如用 %40 表示 @。',
  },
  noTls: {
    en: 'it asks for TLS (sslmode), which the server doesn’t offer. Turn on TLS at the server, or remove sslmode.',
    zh: '它要求 TLS（sslmode），但服务器不提供。请在服务器上开启 TLS，或删除 sslmode。',
  },
  untrusted: {
    en: 'the server’s certificate isn’t trusted. Name its CA: sslmode=verify-full&sslrootcert=/path/ca.pem.',
    zh: '服务器的证书不受信任。请指定其 CA：sslmode=verify-full&sslrootcert=/path/ca.pem。',
  },
  onlyRead: {
    en: 'it can only be read: the server may be a standby, or the user has default_transaction_read_only.',
    zh: '它只能读取：服务器可能是备库，或用户设置了 default_transaction_read_only。',
  },
  noRights: {
    en: 'the user has no permission to create or change tables. Since PostgreSQL 15, it must own the database or its schema.',
    zh: '该用户没有创建或修改表的权限。从 PostgreSQL 15 起，它必须是数据库或其 schema 的所有者。',
  },
  refused: {
    en: 'the connection was refused. Check that PostgreSQL is running, and its port.',
    zh: '连接被拒绝。请检查 PostgreSQL 是否在运行，以及端口。',
  },
  silent: { en: 'the host doesn’t respond.', zh: '主机没有响应。' },
  noTlsFile: {
    en: 'a file that it names (sslrootcert, sslcert or sslkey) doesn’t exist.',
    zh: '它指定的文件（sslrootcert、sslcert 或 sslkey）不存在。',
  },
  wrongPassword: { en: 'the user or the password is wrong.', zh: '用户或密码错误。' },
  noUser: {
    en: 'the user doesn’t exist, or isn’t allowed to log in this way.',
    zh: '该用户不存在，或不允许以这种方式登录。',
  },
  noDatabase: { en: 'the database doesn’t exist.', zh: '没有这个名称的数据库。' },
  noTables: {
    en: 'tables of Portolan are missing. If the bot never ran on it, start it once. Otherwise, restore a backup.',
    zh: '缺少 Portolan 的表。如果机器人从未在其上运行，请先启动一次。否则请恢复备份。',
  },
  closed: {
    en: 'it accepts no connections at the moment (allow_connections). Ask who maintains the server.',
    zh: '它目前不接受连接（allow_connections）。请联系服务器的维护人员。',
  },
  notUp: { en: 'the server is starting or stopping. Wait until it runs.', zh: '服务器正在启动或停止。请等待它运行。' },
  tooSlow: {
    en: 'a statement took too long. Another program may have locked a table, or the server is overloaded.',
    zh: '语句执行时间过长。可能是其他程序锁定了表，或服务器负载过高。',
  },
  noConnections: {
    en: 'no connection is left for this user. Raise max_connections at the server, or close others.',
    zh: '该用户没有可用的连接了。请在服务器上调大 max_connections，或关闭其他连接。',
  },
  connectionLost: {
    en: 'the connection was lost. Check the host, the port, and what is in between.',
    zh: '连接中断。请检查主机、端口，以及两者之间的设备。',
  },
  wrongUrl: {
    en: 'DATABASE_URL isn’t a valid address. Use one such as postgres://user:password@host:5432/database.',
    zh: 'DATABASE_URL 不是有效的地址。请使用例如 postgres://user:password@host:5432/database 的地址。',
  },
});

/** Writes why the database can't be used. */
export const { plain } = catalogOf({ storeMsg });
