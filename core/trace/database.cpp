#include "trace/database.h"

#include <sqlite3.h>

namespace headroom {

namespace {

constexpr int longestValue = 16 << 20;
constexpr std::size_t mostTables = 4096;

std::string quoted(const std::string &name)
{
    std::string out = "\"";
    for (const char c : name)
        out += c == '"' ? std::string("\"\"") : std::string(1, c);
    return out + "\"";
}

// The path as a URI that forbids locks and journals beside the file.
std::string immutableUri(const std::string &path)
{
    constexpr const char *digits = "0123456789abcdef";
    std::string out = "file:";
    for (const char c : path) {
        if (c != '%' && c != '?' && c != '#') {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += {'%', digits[byte >> 4], digits[byte & 15]};
    }
    return out + "?immutable=1";
}

// A statement that is finalised.
class Statement
{
public:
    Statement(sqlite3 *database, const std::string &query) { m_code = sqlite3_prepare_v2(database, query.c_str(), -1, &m_statement, nullptr); }
    ~Statement() { sqlite3_finalize(m_statement); }
    Statement(const Statement &) = delete;
    Statement &operator=(const Statement &) = delete;
    bool good() const { return m_code == SQLITE_OK; }
    int step() { return sqlite3_step(m_statement); }
    DatabaseRow row() const { return DatabaseRow(m_statement); }

private:
    sqlite3_stmt *m_statement = nullptr;
    int m_code = SQLITE_OK;
};

} // namespace

bool DatabaseRow::isNull(int column) const { return sqlite3_column_type(m_statement, column) == SQLITE_NULL; }
std::int64_t DatabaseRow::number(int column) const { return sqlite3_column_int64(m_statement, column); }
std::string DatabaseRow::text(int column) const
{
    const auto *text = sqlite3_column_text(m_statement, column);
    return text == nullptr ? std::string() : std::string(reinterpret_cast<const char *>(text), static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)));
}

Database::Database(Database &&other) noexcept
    : m_database(std::exchange(other.m_database, nullptr)), m_file(std::move(other.m_file)), m_stop(std::move(other.m_stop)),
      m_columns(std::move(other.m_columns))
{
}

Database::~Database() { sqlite3_close(m_database); }

Result<Database> Database::open(const TraceInput &input)
{
    sqlite3 *handle = nullptr;
    const auto bytes = input.memory();
    const int opened = sqlite3_open_v2(bytes ? ":memory:" : immutableUri(input.file()).c_str(), &handle,
                                       SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database(handle, input);
    if (opened != SQLITE_OK)
        return database.error("sqlite_master");
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longestValue);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    if (bytes) {
        // Read only, so the bytes stay as they are although the interface takes them as its own.
        auto *own = const_cast<unsigned char *>(reinterpret_cast<const unsigned char *>(bytes->data()));
        const auto size = static_cast<sqlite3_int64>(bytes->size());
        if (sqlite3_deserialize(handle, "main", own, size, size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK)
            return database.error("sqlite_master");
    }
    if (auto schema = database.readSchema(); !schema)
        return tl::unexpected(schema.error());
    return database;
}

tl::unexpected<Issues> Database::error(const std::string &table) const
{
    return failure(table, {CORE_TEXT("core", "SQLite cannot read this table: {0}"), {sqlite3_errmsg(m_database)}}, m_file);
}

Result<void> Database::run(const std::string &table, const std::string &query, const std::function<bool(const DatabaseRow &)> &row) const
{
    Statement statement(m_database, query);
    if (!statement.good())
        return error(table);
    int code = SQLITE_ROW;
    while ((code = statement.step()) == SQLITE_ROW) {
        if (m_stop.stop_requested())
            return failure({}, {CORE_TEXT("core", "reading was stopped"), {}}, m_file);
        if (!row(statement.row()))
            return {};
    }
    if (code != SQLITE_DONE)
        return error(table);
    return {};
}

Result<void> Database::readSchema()
{
    std::vector<std::string> names;
    auto read = run("sqlite_master", "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'create virtual%' ORDER BY rowid",
                    [&](const DatabaseRow &row) { return names.push_back(row.text(0)), names.size() < mostTables; });
    for (std::size_t i = 0; read && i < names.size(); ++i) {
        std::set<std::string> &columns = m_columns[names[i]];
        read = run(names[i], "PRAGMA table_info(" + quoted(names[i]) + ")", [&](const DatabaseRow &row) { return columns.insert(row.text(1)), true; });
    }
    return read;
}

bool Database::has(const std::string &table, const std::string &column) const
{
    const auto found = m_columns.find(table);
    return found != m_columns.end() && found->second.contains(column);
}

std::vector<std::string> Database::tables() const
{
    std::vector<std::string> out;
    for (const auto &[name, columns] : m_columns)
        out.push_back(name);
    return out;
}

Result<void> Database::each(const std::string &table, std::span<const std::string_view> columns, const std::function<bool(const DatabaseRow &)> &row) const
{
    if (!has(table))
        return {};
    std::string list;
    for (const std::string_view column : columns)
        list += (list.empty() ? "" : ", ") + (has(table, std::string(column)) ? quoted(std::string(column)) : "NULL");
    return run(table, "SELECT " + list + " FROM " + quoted(table), row);
}

} // namespace headroom
