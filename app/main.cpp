// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include "app/commandline/commandline.h"
#include "app/commandline/failure.h"
#include "encodings/arrayfile.h"

#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <langinfo.h>
#include <string_view>

namespace {

/// Qt wants a UTF-8 locale and complains on standard error where there is none.
void useUtf8()
{
    std::setlocale(LC_ALL, "");
    if (std::string_view(nl_langinfo(CODESET)) != "UTF-8")
        qputenv("LC_ALL", "C.UTF-8");
}

int fail(const QString& message, int exitCode)
{
    std::fprintf(stderr, "encoding-explorer: %s\n", message.toUtf8().constData());
    return exitCode;
}

} // namespace

int main(int argc, char** argv)
{
    useUtf8();
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    try {
        return run(parseCommandLine(arguments), argc, argv);
    } catch (const Failure& failure) {
        return fail(failure.message(), failure.kind());
    } catch (const encodings::TableError& error) {
        return fail(QString::fromUtf8(error.what()), Failure::File);
    } catch (const encodings::ParameterError& error) {
        return fail(QString::fromUtf8(error.what()), Failure::Usage);
    } catch (const std::bad_alloc&) {
        return fail("there is not enough memory for this; allowed: fewer pixels or rows", Failure::Usage);
    }
}
